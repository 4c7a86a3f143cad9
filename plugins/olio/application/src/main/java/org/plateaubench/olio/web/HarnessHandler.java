// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.plateaubench.olio.harness.HarnessAnswer;
import org.plateaubench.olio.harness.HarnessEndpoints;
import org.plateaubench.plugin.olio.data.ApplicationSettings;

/** Passes requests of the harness to their endpoints. */
final class HarnessHandler extends Handler.Abstract {
    private final HarnessEndpoints endpoints;

    HarnessHandler(HarnessEndpoints endpoints) {
        this.endpoints = endpoints;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        if (!path.startsWith(HarnessEndpoints.ROOT)) {
            return false;
        }
        Map<String, String> parameters = new HashMap<>();
        for (Fields.Field field : Request.extractQueryParameters(request)) {
            parameters.put(field.getName(), field.getValue());
        }
        HarnessAnswer answer = endpoints.answer(
                request.getMethod(), path, parameters, request.getHeaders().get(ApplicationSettings.TOKEN_HEADER));
        byte[] json = answer.json().getBytes(StandardCharsets.UTF_8);
        response.setStatus(answer.status());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, json.length);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(json), callback);
        return true;
    }
}
