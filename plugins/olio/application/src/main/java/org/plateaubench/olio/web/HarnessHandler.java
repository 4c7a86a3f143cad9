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
import java.util.Optional;
import java.util.OptionalLong;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Fields;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.load.DataOperation;
import org.plateaubench.olio.load.LoadProgress;
import org.plateaubench.olio.store.StoreException;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.Found;
import org.plateaubench.plugin.olio.data.HarnessJson;
import org.plateaubench.plugin.olio.data.HarnessState;
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

    private static final String NO_DATA = "there is no data of Plateau";
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
                case "GET state" -> new Answer(OK, HarnessJson.write(state()));
                case "GET counts" -> counts();
                case "GET foreign" ->
                    new Answer(
                            OK, HarnessJson.write(data.foreign(Change.valueOf(value(parameters, "change", "DROP")))));
                case "GET found" -> found(parameters);
                case "GET settings" -> new Answer(OK, HarnessJson.write(figures.settings()));
                case "GET metrics" -> new Answer(OK, HarnessJson.write(figures.metrics()));
                case "POST load" -> load(parameters);
                case "POST reset" -> begun(data.reset());
                case "POST clear" -> begun(data.clear());
                default -> problem(NOT_FOUND, "the harness has no request " + request.getMethod() + " " + path);
            };
        } catch (IllegalArgumentException e) {
            return problem(BAD_REQUEST, "a change is WRITE, DELETE or DROP: " + e.getMessage());
        } catch (StoreException e) {
            return problem(FAILED, String.valueOf(e.getMessage()));
        }
    }

    private static String value(Fields parameters, String name, String otherwise) {
        String value = parameters.getValue(name);
        return value == null ? otherwise : value;
    }

    private boolean isRight(@Nullable String sent) {
        return token.length > 0 && sent != null && MessageDigest.isEqual(token, sent.getBytes(StandardCharsets.UTF_8));
    }

    private Answer load(Fields parameters) {
        try {
            Scale scale = new Scale(Integer.parseInt(value(parameters, "concurrentUsers", "")));
            return begun(data.load(scale, Long.parseLong(value(parameters, "seed", ""))));
        } catch (IllegalArgumentException e) {
            return problem(BAD_REQUEST, "a load needs numbers concurrentUsers and seed: " + e.getMessage());
        }
    }

    private Answer begun(boolean begun) {
        return begun
                ? new Answer(ACCEPTED, HarnessJson.write(state()))
                : problem(
                        CONFLICT,
                        "other work on the data is in progress: "
                                + data.progress().activity());
    }

    private Answer counts() {
        Optional<Counts> counts = data.counts();
        return counts.isPresent() ? new Answer(OK, HarnessJson.write(counts.get())) : problem(NOT_FOUND, NO_DATA);
    }

    private Answer found(Fields parameters) {
        try {
            ConfirmedKind kind = ConfirmedKind.of(value(parameters, "kind", ""));
            List<Long> things = Arrays.stream(value(parameters, "things", "").split(","))
                    .map(Long::valueOf)
                    .toList();
            OptionalLong found = data.found(kind, things);
            return found.isPresent()
                    ? new Answer(OK, HarnessJson.write(new Found(found.getAsLong())))
                    : problem(NOT_FOUND, NO_DATA);
        } catch (IllegalArgumentException e) {
            return problem(BAD_REQUEST, "a lookup needs a kind and numbers: " + e.getMessage());
        }
    }

    private HarnessState state() {
        LoadProgress.Report progress = data.progress();
        return new HarnessState(
                STARTED,
                data.state(),
                data.failure(),
                progress.activity(),
                progress.rows(),
                progress.rowsTotal(),
                data.marker().map(DataMarker::text).orElse(""));
    }

    private static Answer problem(int status, String message) {
        return new Answer(status, HarnessJson.write(Map.of("failure", message)));
    }
}
