// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.scenario.tree.Key;
import org.plateaubench.scenario.tree.Section;
import org.plateaubench.scenario.value.Scope;
import org.plateaubench.scenario.value.StepFailure;
import org.plateaubench.scenario.value.Template;
import org.plateaubench.scenario.value.Values;

/**
 * A request as a step describes it.
 *
 * @param description method and path as written
 * @param target the whole target if it does not depend on values, otherwise null
 * @param prefix what precedes the path; null for an address that is relative to the last one, or absolute
 * @param authorization header with which the request authenticates; null if it is among the others
 */
record WebRequest(
        String method,
        String description,
        @Nullable String target,
        @Nullable String prefix,
        Template path,
        List<Named> query,
        List<Named> headers,
        @Nullable Authorization authorization,
        @Nullable Body body) {

    record Named(String name, Template value) {}

    void prepare(Values values, WebClient client, boolean discardsBody) throws StepFailure {
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
            request.body(body == null ? null : body.build(values)).discardBody(discardsBody);
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
        boolean hasQuery = address.indexOf("?") >= 0;
        for (Named parameter : query) {
            address.append(hasQuery ? '&' : '?').append(parameter.name()).append('=');
            int from = address.length();
            parameter.value().append(values, address);
            Encoding.component(address, from);
            hasQuery = true;
        }
        String text = address.toString();
        return prefix != null ? client.begin(method, text) : client.beginAt(method, text);
    }

    /** The header with which a request authenticates. Thread-safe. */
    @FunctionalInterface
    interface Authorization {
        Key KEY = Key.any(
                "auth",
                "Authentication of this request: {basic: {user: x, password: y}}, {bearer: token}, or none; otherwise by the"
                        + " parameters.");

        String HEADER = "Authorization";

        /** The value of the header; null for none. */
        @Nullable
        String header(Values values, WebClient client) throws StepFailure;

        /** Reads the key of a step; without it, the credentials of the parameters are sent, to their server only. */
        static Authorization read(Section step, Scope scope, WebTarget target) {
            if (!step.has(KEY.name())) {
                String constant = target.authorization();
                if (target.hasTokens()) {
                    return (_, client) -> client.isHome() ? client.token() : null;
                }
                return (_, client) -> client.isHome() ? constant : null;
            }
            if ("none".equals(step.value(KEY.name()))) {
                return (_, _) -> null;
            }
            Section auth = step.section(KEY.name());
            auth.allow(List.of(Key.text("basic", ""), Key.text("bearer", "")));
            if (auth.has("basic") == auth.has("bearer")) {
                step.problem(
                        KEY.name(), "Authentication is either 'basic' or 'bearer', or none.", "Write one of these.");
            } else if (auth.has("bearer")) {
                Template token = scope.template("Bearer " + auth.requiredText("bearer"), auth, "bearer");
                return (values, _) -> token.text(values);
            } else {
                Section credentials = auth.section("basic");
                credentials.allow(List.of(Key.text("user", ""), Key.text("password", "")));
                Template user = scope.template(credentials.requiredText("user"), credentials, "user");
                Template password = scope.template(credentials.requiredText("password"), credentials, "password");
                return (values, _) -> AccessTokens.basic(user.text(values) + ":" + password.text(values));
            }
            return (_, _) -> null;
        }
    }
}
