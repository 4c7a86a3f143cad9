// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.store.DataOperation;
import org.plateaubench.olio.store.Database.StoreException;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.ForeignObjects.Found;
import org.plateaubench.plugin.olio.data.HarnessJson;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.OwnTables.Change;

/**
 * The requests of the harness, below {@code /harness}: loading, resetting and clearing the data, and its state. Any
 * request without the right token is refused; a request begins work, and later ones poll its state. Any thread.
 */
final class HarnessHandler extends Handler.Abstract {
    static final String ROOT = "/harness/";

    /** Process and instant, which differ for each start. */
    private static final String STARTED = "process " + ProcessHandle.current().pid() + " since "
            + Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime());

    private static final int OK = 200;
    private static final int ACCEPTED = 202;
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int FAILED = 500;

    private final byte[] token;
    private final DataOperation data;
    private final ApplicationFigures figures;

    private record Answer(int status, String json) {}

    /** An empty token refuses everything. */
    HarnessHandler(String token, DataOperation data, ApplicationFigures figures) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.data = data;
        this.figures = figures;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        String path = Request.getPathInContext(request);
        if (!path.startsWith(ROOT)) {
            return false;
        }
        Answer answer = answer(request, path);
        byte[] json = answer.json.getBytes(StandardCharsets.UTF_8);
        response.setStatus(answer.status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, json.length);
        response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
        response.write(true, ByteBuffer.wrap(json), callback);
        return true;
    }

    private Answer answer(Request request, String path) {
        if (!isRight(request.getHeaders().get(ApplicationSettings.TOKEN_HEADER))) {
            return problem(FORBIDDEN, "only the harness that started the application may ask for this");
        }
        Fields parameters = Request.extractQueryParameters(request);
        try {
            return switch (request.getMethod() + " " + path.substring(ROOT.length())) {
                case "GET state" -> ok(data.state(STARTED));
                case "GET counts" -> ok(data.counts());
                case "GET foreign" -> ok(data.foreign(Change.valueOf(value(parameters, "change"))));
                case "GET found" -> ok(new Found(found(parameters)));
                case "GET settings" -> ok(figures.settings());
                case "GET metrics" -> ok(figures.metrics());
                case "POST mark" -> {
                    data.mark(DataMarker.ofText(value(parameters, "marker"))
                            .orElseThrow(() -> new IllegalArgumentException("the marker is malformed")));
                    yield ok(data.state(STARTED));
                }
                case "POST load" ->
                    begun(data.load(
                            new Scale(Integer.parseInt(value(parameters, "concurrentUsers"))),
                            Long.parseLong(value(parameters, "seed"))));
                case "POST reset" -> begun(data.reset());
                case "POST clear" -> begun(data.clear());
                default -> problem(NOT_FOUND, "the harness has no request " + request.getMethod() + " " + path);
            };
        } catch (IllegalArgumentException e) {
            return problem(BAD_REQUEST, "a value of the request is not allowed: " + e.getMessage());
        } catch (StoreException e) {
            return problem(FAILED, String.valueOf(e.getMessage()));
        }
    }

    private static String value(Fields parameters, String name) {
        String value = parameters.getValue(name);
        return value == null ? "" : value;
    }

    private boolean isRight(@Nullable String sent) {
        return token.length > 0 && sent != null && MessageDigest.isEqual(token, sent.getBytes(StandardCharsets.UTF_8));
    }

    private Answer begun(boolean begun) {
        return begun
                ? new Answer(ACCEPTED, HarnessJson.write(data.state(STARTED)))
                : problem(CONFLICT, "other work on the data is in progress");
    }

    private long found(Fields parameters) {
        List<Long> things = Arrays.stream(value(parameters, "things").split(","))
                .map(Long::valueOf)
                .toList();
        return data.found(ConfirmedKind.valueOf(value(parameters, "kind")), things);
    }

    private static Answer ok(Record message) {
        return new Answer(OK, HarnessJson.write(message));
    }

    private static Answer problem(int status, String message) {
        return new Answer(status, HarnessJson.write(Map.of("failure", message)));
    }
}
