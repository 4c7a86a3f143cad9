// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/**
 * One request and what is expected of its answer.
 *
 * @param description method and path as written
 * @param target the whole target if it does not depend on values, otherwise null
 * @param prefix what precedes the path; null for an address that is relative to the last one, or absolute
 * @param query query parameters
 * @param headers headers
 * @param authorization header with which the request authenticates; null if it is among the others
 * @param body the body, null for none
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
        String method,
        String description,
        @Nullable String target,
        @Nullable String prefix,
        Template path,
        List<Named> query,
        List<Named> headers,
        @Nullable Authorization authorization,
        @Nullable Body body,
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

    /** A header or a query parameter. */
    record Named(String name, Template value) {}

    @Override
    public void prepare(Values values, WebClient client) throws StepFailure {
        try {
            HttpRequest request = target != null ? client.begin(method, target) : begin(values, client);
            for (int i = 0; i < headers.size(); i++) {
                Named header = headers.get(i);
                request.header(header.name(), header.value().text(values));
            }
            String credentials = authorization == null ? null : authorization.header(values, client);
            if (credentials != null) {
                request.header(Authorization.HEADER, credentials);
            }
            client.addCookies();
            request.body(body == null ? null : body.build(values)).discardBody(!needsBody && client.trace() == null);
        } catch (IllegalArgumentException e) {
            throw StepFailure.error("request", "the request cannot be built: " + e.getMessage());
        }
    }

    private HttpRequest begin(Values values, WebClient client) throws StepFailure {
        StringBuilder address = client.buffer();
        if (prefix != null) {
            address.append(prefix);
        }
        path.append(values, address);
        if (prefix != null) {
            Encoding.path(address, 0);
        }
        boolean more = address.indexOf("?") >= 0;
        for (Named parameter : query) {
            address.append(more ? '&' : '?').append(parameter.name()).append('=');
            int from = address.length();
            parameter.value().append(values, address);
            Encoding.component(address, from);
            more = true;
        }
        String text = address.toString();
        return prefix != null ? client.begin(method, text) : client.beginAt(method, text);
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
            if (trace != null) {
                tell(outcome, values, trace);
            }
            return outcome;
        } catch (HttpFailure e) {
            return e.outcome();
        } finally {
            client.endOperation();
        }
    }

    /** Tells which checks held and what was read. */
    private void tell(Outcome outcome, Values values, Consumer<String> trace) throws StepFailure {
        if (outcome.kind() == OutcomeKind.OK) {
            if (!rules.isEmpty()) {
                trace.accept(rules.size() == 1 ? "the check holds" : "all " + rules.size() + " checks hold");
            }
            for (Extraction extraction : extractions) {
                trace.accept(extraction.name() + " = " + values.variable(extraction.slot()));
            }
        }
    }

    private Outcome judged(WebAnswer answer, Values values) throws StepFailure {
        if (!refusalRules.isEmpty() && isRefusal(answer, values)) {
            return refusal;
        }
        if (!anyStatus && answer.status() >= FIRST_ERROR) {
            return status(answer);
        }
        for (int i = 0; i < rules.size(); i++) {
            Rule rule = rules.get(i);
            String wrong = rule.test().wrong(answer, values);
            if (wrong != null) {
                return rule.errorClass().isEmpty() ? status(answer) : Outcome.error(rule.errorClass(), wrong);
            }
        }
        for (int i = 0; i < extractions.size(); i++) {
            extractions.get(i).take(answer, values);
        }
        return Outcome.ok();
    }

    private boolean isRefusal(WebAnswer answer, Values values) throws StepFailure {
        for (Rule rule : refusalRules) {
            if (rule.test().wrong(answer, values) != null) {
                return false;
            }
        }
        return true;
    }

    private static Outcome status(WebAnswer answer) {
        return Outcome.error("status-" + answer.status(), "the server answered " + answer.status());
    }
}
