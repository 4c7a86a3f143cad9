// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** Collects the results of the checks of a plugin in their order. Thread-safe. */
public final class CheckReport {
    private final List<Finding> findings = new CopyOnWriteArrayList<>();
    private final Consumer<Finding> listener;

    /** Whether a plugin follows a rule. */
    public enum State {
        KEPT,
        BROKEN,
        NOT_CHECKED
    }

    /**
     * The result of one check.
     *
     * @param rule the rule
     * @param state the state
     * @param subject the checked part, such as {@code workload shop, virtual}
     * @param found the observation, or the reason why the rule was not checked
     * @param remedy the remedy, one sentence; empty unless the rule is broken
     */
    public record Finding(CheckRule rule, State state, String subject, String found, String remedy) {
        /** The finding in one line. */
        @Override
        public String toString() {
            String word = state.name().toLowerCase(Locale.ROOT).replace('_', '-');
            String line = String.format("%-12s %-13s %s: %s", word, rule.label(), subject, found);
            return remedy.isEmpty() ? line : line + " " + remedy;
        }
    }

    /** An empty report, whose listener receives each result as soon as it is known. */
    public CheckReport(Consumer<Finding> listener) {
        this.listener = listener;
    }

    /** Reports that the plugin follows the rule. */
    public void kept(CheckRule rule, String subject, String found) {
        add(rule, State.KEPT, subject, found);
    }

    /** Reports that the plugin breaks the rule, with the remedy of the rule. */
    public void broken(CheckRule rule, String subject, String found) {
        add(rule, State.BROKEN, subject, found);
    }

    /** Reports each of the problems as a breach of the rule, or, without problems, that the plugin follows the rule. */
    public void judge(CheckRule rule, String subject, List<String> problems, String foundIfKept) {
        problems.forEach(problem -> broken(rule, subject, problem));
        if (problems.isEmpty()) {
            kept(rule, subject, foundIfKept);
        }
    }

    /** Reports that the rule could not be checked, with the reason. */
    public void notChecked(CheckRule rule, String subject, String why) {
        add(rule, State.NOT_CHECKED, subject, why);
    }

    private void add(CheckRule rule, State state, String subject, String found) {
        Finding finding = new Finding(rule, state, subject, found, state == State.BROKEN ? rule.remedy() : "");
        findings.add(finding);
        listener.accept(finding);
    }

    /** All results. */
    public List<Finding> all() {
        return List.copyOf(findings);
    }

    /** The broken rules. */
    public List<Finding> broken() {
        return findings.stream()
                .filter(finding -> finding.state() == State.BROKEN)
                .toList();
    }
}
