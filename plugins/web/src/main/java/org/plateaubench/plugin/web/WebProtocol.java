// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.plugin.web.WebRequest.Authorization;
import org.plateaubench.plugin.web.WebRequest.Named;
import org.plateaubench.scenario.Action;
import org.plateaubench.scenario.AnswerKeys;
import org.plateaubench.scenario.Expectations;
import org.plateaubench.scenario.Protocol;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/** The steps of HTTP: one for each method. */
final class WebProtocol implements Protocol<WebClient> {
    private static final List<String> METHODS = List.of("get", "post", "put", "patch", "delete", "head", "options");
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String HEADERS = "headers";
    private static final String QUERY = "query";
    private static final String FOLLOW = "follow";
    private static final String PROTOCOL = "subprotocol";
    private static final String RESOURCES = "resources";
    private static final List<Key> KEYS = keys();
    private static final List<Key> OPEN_KEYS = List.of(KEYS.get(0), KEYS.get(1), KEYS.get(2));

    private final WebTarget target;

    WebProtocol(WebTarget target) {
        this.target = target;
    }

    private static List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.mapping(QUERY, "Query parameters by name, which are encoded."));
        keys.add(Key.mapping(HEADERS, "Headers by name."));
        keys.add(Authorization.KEY);
        keys.addAll(Body.KEYS);
        keys.add(Key.flag(FOLLOW, "Whether redirects are followed, true by default."));
        keys.add(Key.flag(RESOURCES, "Whether the resources of a page are fetched, as the parameter says by default."));
        keys.addAll(WebAnswers.OF_REQUESTS.keys());
        return List.copyOf(keys);
    }

    @Override
    public List<StepType> stepTypes() {
        List<StepType> types = new ArrayList<>();
        for (String method : METHODS) {
            String description = "Sends a " + method.toUpperCase(Locale.ROOT)
                    + " request to this path, or to an address of an earlier answer.";
            types.add(new StepType(Key.text(method, description), KEYS));
        }
        List<Key> keys = new ArrayList<>(OPEN_KEYS);
        types.add(new StepType(Key.text(StreamSteps.EVENTS, "Opens the server-sent events at this path."), keys));
        keys.add(Key.text(PROTOCOL, "The subprotocol of the WebSocket."));
        types.add(new StepType(Key.text(StreamSteps.WEBSOCKET, "Opens the WebSocket at this path."), keys));
        types.addAll(StreamSteps.TYPES);
        return types;
    }

    @Override
    public Action<WebClient> compile(String type, Section step, Scope scope) {
        if (StreamSteps.TYPES.stream().anyMatch(each -> each.name().equals(type))) {
            return StreamSteps.compile(type, step, scope);
        }
        WebRequest request = request(type, step, scope);
        if (!METHODS.contains(type)) {
            String protocol = step.text(PROTOCOL).orElse("");
            return new StreamSteps.Open(request, type.equals(StreamSteps.WEBSOCKET), protocol);
        }
        boolean resources = step.flag(RESOURCES, target.pages().resources());
        return new WebAction(
                request,
                step.flag(FOLLOW, true),
                AnswerKeys.checks(step, WebAnswers.STATUS),
                WebAnswers.OF_REQUESTS.read(step, scope),
                resources || WebAnswers.readsBody(step),
                resources);
    }

    private WebRequest request(String type, Section step, Scope scope) {
        String method = METHODS.contains(type) ? type.toUpperCase(Locale.ROOT) : "GET";
        String address = step.requiredText(type);
        Template path = scope.template(address, step, type);
        List<Named> query = named(step.section(QUERY), scope);
        Map<String, Template> headers = headers(step.section(HEADERS), scope);
        if (type.equals(StreamSteps.EVENTS) && !step.section(HEADERS).has("Accept")) {
            headers.put("Accept", Template.of("text/event-stream"));
        }
        Template contentType = headers.remove(CONTENT_TYPE);
        String mediaType = contentType == null ? null : contentType.constant();
        if (contentType != null && mediaType == null) {
            step.section(HEADERS).problem(CONTENT_TYPE, "The content type cannot depend on values.", "Write it out.");
        }
        boolean hasHeader = headers.containsKey(Authorization.HEADER);
        if (hasHeader && step.has(Authorization.KEY.name())) {
            step.problem(Authorization.KEY.name(), "There is also a header 'Authorization'.", "Keep one of them.");
        }
        String prefix = address.startsWith("/") ? target.prefix() : null;
        return new WebRequest(
                method,
                (METHODS.contains(type) ? method : type) + " " + address,
                constantTarget(path, prefix, query, step, type),
                prefix,
                path,
                query,
                headers.entrySet().stream()
                        .map(each -> new Named(each.getKey(), each.getValue()))
                        .toList(),
                hasHeader ? null : Authorization.read(step, scope, target),
                Body.read(step, scope, mediaType == null ? "" : mediaType));
    }

    /** The target of a request that is the same each time; null if it depends on values or is not a path. */
    private @Nullable String constantTarget(
            Template path, @Nullable String prefix, List<Named> query, Section step, String type) {
        String text = path.constant();
        if (text == null) {
            return null;
        }
        if (prefix == null) {
            requireAllowed(text, step, type);
            return null;
        }
        StringBuilder target = new StringBuilder(prefix).append(text);
        Encoding.path(target, 0);
        return query.isEmpty() ? target.toString() : null;
    }

    private void requireAllowed(String text, Section step, String type) {
        try {
            if (!target.allows(WebAddress.parse(WebTarget.asHttp(text)).origin())) {
                step.problem(
                        type,
                        "'" + text + "' is not on the server of 'url'.",
                        "Write the path only, or add the address to 'others'.");
            }
        } catch (IllegalArgumentException e) {
            step.problem(type, "'" + text + "' is not a path.", "Begin it with a slash.");
        }
    }

    private static List<Named> named(Section section, Scope scope) {
        List<Named> named = new ArrayList<>();
        for (String name : section.names()) {
            StringBuilder encoded = new StringBuilder(name);
            Encoding.component(encoded, 0);
            named.add(new Named(encoded.toString(), scope.template(section.requiredText(name), section, name)));
        }
        return named;
    }

    private Map<String, Template> headers(Section section, Scope scope) {
        Map<String, Template> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        target.headers().forEach((name, value) -> headers.put(name, Template.of(value)));
        for (String name : section.names()) {
            Template template = scope.template(section.requiredText(name), section, name);
            headers.remove(name);
            headers.put(name, template);
            if (!name.equalsIgnoreCase(CONTENT_TYPE)) {
                requireHeader(name, template, section);
            }
        }
        return headers;
    }

    private static void requireHeader(String name, Template template, Section section) {
        try {
            String constant = template.constant();
            new HttpRequest().start("GET", "/").header(name, constant == null ? "" : constant);
        } catch (IllegalArgumentException e) {
            section.problem(name, "This header cannot be sent: " + e.getMessage() + ".", "Correct or remove it.");
        }
    }

    /**
     * One request and the expectations for its answer.
     *
     * @param follows whether redirects are followed
     * @param checksStatus whether a rule checks the status; if not, an error status is an error
     * @param needsBody whether the body of the answer is read
     * @param resources whether the resources of a page are fetched
     */
    record WebAction(
            WebRequest request,
            boolean follows,
            boolean checksStatus,
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
                boolean isErrorStatus = !checksStatus && answer.status() >= FIRST_ERROR;
                Outcome outcome =
                        expectations.judge(answer, isErrorStatus ? WebAnswers.wrongStatus(answer) : null, values);
                if (resources && outcome.kind() == OutcomeKind.OK) {
                    outcome = client.fetchResources();
                }
                Consumer<String> trace = client.trace();
                if (trace != null) {
                    expectations.traceChecks(outcome, values, trace);
                }
                return outcome;
            } catch (HttpFailure e) {
                return e.outcome();
            } finally {
                client.endOperation();
            }
        }
    }
}
