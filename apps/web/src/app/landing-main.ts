import { startSwitches } from '#web/app/frame/switches.ts'
import { startContactForm } from '#web/features/landing/start-contact-form.ts'
import { startFinder } from '#web/features/landing/start-finder.ts'
import { startShowcase } from '#web/features/landing/start-showcase.ts'

startSwitches()
for (const showcase of document.querySelectorAll<HTMLElement>('[data-showcase]')) startShowcase(showcase)
for (const form of document.querySelectorAll<HTMLFormElement>('[data-finder]')) startFinder(form)
for (const form of document.querySelectorAll<HTMLFormElement>('[data-contact]')) startContactForm(form)
