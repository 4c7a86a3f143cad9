// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.function.Consumer;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Values;

/**
 * One request and what is expected of its answer.
 *
 * @param follows whether redirects are followed
 * @param anyStatus whether a rule decides about the status
 * @param needsBody whether the body of the answer is read
 * @param resources whether the resources of a page are fetched
 */
record WebAction(
        WebRequest request,
        boolean follows,
        boolean anyStatus,
        Expectations<WebAnswer> expectations,
        boolean needsBody,
        boolean resources)
        implements Action<WebClient> {
    private static final int FIRST_ERROR = 400;

    @Override
    public String description() {
        return request.description();
    }

    @Override
    public Answers verified() {
        return Action.verified(!expectations.rules().isEmpty(), "{ status: 200, contains: a text of the page }");
    }

    @Override
    public void prepare(Values values, WebClient client) throws StepFailure {
        request.prepare(values, client, !needsBody && client.trace() == null);
    }

    @Override
    public Outcome run(Values values, WebClient client) throws StepFailure {
        try {
            client.send(follows);
            WebAnswer answer = client.answer();
            boolean failed = !anyStatus && answer.status() >= FIRST_ERROR;
            Outcome outcome = expectations.judge(answer, failed ? WebAnswers.wrongStatus(answer) : null, values);
            if (resources && outcome.kind() == OutcomeKind.OK) {
                outcome = client.fetchResources();
            }
            Consumer<String> trace = client.trace();
            if (trace != null) {
                expectations.tell(outcome, values, trace);
            }
            return outcome;
        } catch (HttpFailure e) {
            return e.outcome();
        } finally {
            client.endOperation();
        }
    }
}
