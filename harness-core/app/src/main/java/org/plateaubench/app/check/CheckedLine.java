// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.check;

import org.plateaubench.engine.document.Documents;
import org.plateaubench.testkit.CheckFinding;

/**
 * The result of one check.
 *
 * @param rule name of the rule, such as {@code foreign-data}
 * @param state {@code kept}, {@code broken} or {@code not-checked}
 * @param subject what was checked
 * @param found what was found, or why it was not checked
 * @param remedy what to do; empty unless the rule is broken
 */
public record CheckedLine(String rule, String state, String subject, String found, String remedy) {
    private static final String KEPT = Documents.word(CheckFinding.State.KEPT);
    private static final String BROKEN = Documents.word(CheckFinding.State.BROKEN);

    static CheckedLine of(CheckFinding finding) {
        return new CheckedLine(
                finding.rule().label(),
                Documents.word(finding.state()),
                finding.subject(),
                UnpackedPlugin.withPathsInArchive(finding.found()),
                finding.remedy());
    }

    public boolean isBroken() {
        return state.equals(BROKEN);
    }

    /** Whether the plugin follows the rule. */
    public boolean isKept() {
        return state.equals(KEPT);
    }

    public String text() {
        String line = String.format("%-12s %-13s %s: %s", state, rule, subject, found);
        return remedy.isEmpty() ? line : line + " " + remedy;
    }
}
