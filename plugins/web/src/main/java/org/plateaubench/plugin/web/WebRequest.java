// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpRequest;
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
}
