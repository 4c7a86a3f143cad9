// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import java.util.function.Consumer;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * One request and what is expected of its answer.
 *
 * @param request the request
 * @param follows whether redirects are followed
 * @param anyStatus whether a rule decides about the status
 * @param rules what must hold
 * @param refusal the outcome of an expected refusal
 * @param refusalRules the rules by which such a refusal is recognised; empty for none
 * @param extractions variables that are set
 * @param needsBody whether the body of the answer is read
 * @param resources whether the resources of a page are fetched
 */
record WebAction(
        WebRequest request,
        boolean follows,
        boolean anyStatus,
        List<Rule> rules,
        Outcome refusal,
        List<Rule> refusalRules,
        List<Extraction> extractions,
        boolean needsBody,
        boolean resources)
        implements Action<WebClient> {
    private static final int FIRST_ERROR = 400;

    @Override
    public String description() {
        return request.description();
    }

    @Override
    public boolean isChecked() {
        return !rules.isEmpty();
    }

    @Override
    public void prepare(Values values, WebClient client) throws StepFailure {
        request.prepare(values, client, !needsBody && client.trace() == null);
    }

    @Override
    public Outcome run(Values values, WebClient client) throws StepFailure {
        try {
            client.send(follows);
            Outcome outcome = judged(client.answer(), values);
            if (resources && outcome.kind() == OutcomeKind.OK) {
                outcome = client.fetchResources();
            }
            Consumer<String> trace = client.trace();
            if (trace != null && outcome.kind() == OutcomeKind.OK) {
                tell(rules, extractions, values, trace);
            }
            return outcome;
        } catch (HttpFailure e) {
            return e.outcome();
        } finally {
            client.endOperation();
        }
    }

    /** Tells which checks held and what was read. */
    static void tell(List<Rule> rules, List<Extraction> extractions, Values values, Consumer<String> trace) {
        if (!rules.isEmpty()) {
            trace.accept(rules.size() == 1 ? "the check holds" : "all " + rules.size() + " checks hold");
        }
        for (Extraction extraction : extractions) {
            trace.accept(extraction.name() + " = " + values.variable(extraction.slot()));
        }
    }

    private Outcome judged(WebAnswer answer, Values values) throws StepFailure {
        if (!refusalRules.isEmpty() && Rule.broken(refusalRules, answer, values) == null) {
            return refusal;
        }
        if (!anyStatus && answer.status() >= FIRST_ERROR) {
            return Rule.wrongStatus(answer);
        }
        Outcome broken = Rule.broken(rules, answer, values);
        if (broken != null) {
            return broken;
        }
        for (int i = 0; i < extractions.size(); i++) {
            extractions.get(i).take(answer, values);
        }
        return Outcome.ok();
    }
}
