// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.disclosure;

/** The style sheet of a disclosure, for screens and paper. */
final class DisclosureStyle {
    static final String SHEET = """
            :root { color-scheme: light dark; --ink: #1c2430; --soft: #5a6675; --line: #ccd3dc; --page: #fff; --zebra: #f4f6f9; }
            @media (prefers-color-scheme: dark) {
              :root { --ink: #e6eaf0; --soft: #9aa7b6; --line: #3a4554; --page: #12171e; --zebra: #1a212a; }
            }
            body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
            main { max-width: 64rem; margin: 0 auto; padding: 2rem 1.5rem 4rem; }
            h1 { font-size: 1.7rem; margin: 0 0 0.3rem; overflow-wrap: anywhere; }
            h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; border-bottom: 2px solid var(--line); padding-bottom: 0.2rem; }
            .score { font-size: 2.4rem; font-weight: 700; margin: 0.5rem 0; }
            .verdict { display: inline-block; font-weight: 700; border: 2px solid; border-radius: 6px; padding: 0.1rem 0.6rem; }
            .pass { color: #1a7f37; } .fail { color: #c62828; } .invalid { color: #9a6700; }
            @media (prefers-color-scheme: dark) { .pass { color: #4ac26b; } .fail { color: #ff7b72; } .invalid { color: #e3b341; } }
            .small { color: var(--soft); font-size: 0.85rem; overflow-wrap: anywhere; }
            .period { font-weight: 600; margin: 1rem 0 0.3rem; }
            .notes { white-space: pre-wrap; overflow-wrap: anywhere; }
            .wide { overflow-x: auto; }
            table { border-collapse: collapse; width: 100%; font-size: 0.88rem; }
            th, td { text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); padding: 0.35rem 0.6rem;
              overflow-wrap: anywhere; white-space: pre-line; }
            thead th { background: var(--zebra); }
            .facts th { width: 12rem; color: var(--soft); font-weight: 500; }
            li { overflow-wrap: anywhere; }
            @media print {
              :root { --ink: #000; --soft: #333; --line: #999; --page: #fff; --zebra: #eee; color-scheme: light; }
              body { font-size: 10pt; } main { max-width: none; padding: 0; } .wide { overflow: visible; }
              .pass, .fail, .invalid { color: #000; } tr, h2 { break-inside: avoid; } h2 { break-after: avoid; }
            }
            """;

    private DisclosureStyle() {}
}
