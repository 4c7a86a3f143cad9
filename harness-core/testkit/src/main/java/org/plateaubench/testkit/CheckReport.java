// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.plateaubench.testkit.CheckFinding.State;

/** Collects the results of the checks of a plugin in their order. Any thread. */
public final class CheckReport {
    private static final Set<CheckRule> OF_PROCESS = EnumSet.of(CheckRule.SOCKETS, CheckRule.FILES, CheckRule.HEAP);

    private final List<CheckFinding> findings = new CopyOnWriteArrayList<>();
    private final Consumer<CheckFinding> listener;
    private final Consumer<String> activities;

    /**
     * An empty report.
     *
     * @param listener receives each result as soon as it is known
     * @param activities receives the name of each activity as it begins
     */
    public CheckReport(Consumer<CheckFinding> listener, Consumer<String> activities) {
        this.listener = listener;
        this.activities = activities;
    }

    /** An empty report. */
    public CheckReport() {
        this(finding -> {}, activity -> {});
    }

    /** Reports the activity that begins. */
    public void doing(String activity) {
        activities.accept(activity);
    }

    /** Reports that the plugin follows the rule. */
    public void kept(CheckRule rule, String subject, String found) {
        add(new CheckFinding(rule, State.KEPT, subject, found, ""));
    }

    /** Reports that the plugin breaks the rule, with the remedy of the rule. */
    public void broken(CheckRule rule, String subject, String found) {
        add(new CheckFinding(rule, State.BROKEN, subject, found, rule.remedy()));
    }

    /** Reports each of the problems as a breach of the rule, or, without problems, that the plugin follows the rule. */
    public void judge(CheckRule rule, String subject, List<String> problems, String otherwise) {
        problems.forEach(problem -> broken(rule, subject, problem));
        if (problems.isEmpty()) {
            kept(rule, subject, otherwise);
        }
    }

    /** Reports that the rule could not be checked, with the reason. */
    public void notChecked(CheckRule rule, String subject, String why) {
        add(new CheckFinding(rule, State.NOT_CHECKED, subject, why, ""));
    }

    private void add(CheckFinding finding) {
        findings.add(finding);
        listener.accept(finding);
    }

    /** All results. */
    public List<CheckFinding> all() {
        return List.copyOf(findings);
    }

    /** The broken rules. */
    public List<CheckFinding> broken() {
        return findings.stream()
                .filter(finding -> finding.state() == State.BROKEN)
                .toList();
    }

    /**
     * The broken rules without those about the state of the process, such as open sockets, which other tests in the
     * process change too.
     */
    List<CheckFinding> brokenByPlugin() {
        return broken().stream()
                .filter(finding -> !OF_PROCESS.contains(finding.rule()))
                .toList();
    }
}
