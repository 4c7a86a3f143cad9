// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.harness;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.load.DataMarker;
import org.plateaubench.olio.load.DataOperation;
import org.plateaubench.olio.load.LoadProgress;
import org.plateaubench.olio.store.StoreException;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.Found;
import org.plateaubench.plugin.olio.data.HarnessJson;
import org.plateaubench.plugin.olio.data.HarnessState;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.database.OwnTables.Change;

/**
 * Requests below {@code /harness}. Any request without the right token is refused; a request begins work, and later
 * ones poll its state. Any thread.
 */
public final class HarnessEndpoints {
    /** Prefix of their paths. */
    public static final String ROOT = "/harness/";

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

    /** Creates the endpoints; an empty token refuses everything. */
    public HarnessEndpoints(String token, DataOperation data, ApplicationFigures figures) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
        this.data = data;
        this.figures = figures;
    }

    /**
     * Answers a request, of which it reads only these parameters.
     *
     * @param path path, which begins with {@link #ROOT}
     * @param parameters parameters of the query
     * @param sentToken token of the request; null without one
     */
    public HarnessAnswer answer(
            String method, String path, Map<String, String> parameters, @Nullable String sentToken) {
        if (!isRight(sentToken)) {
            return problem(FORBIDDEN, "only the harness that started the application may ask for this");
        }
        try {
            return switch (method + " " + path.substring(ROOT.length())) {
                case "GET state" -> new HarnessAnswer(OK, HarnessJson.write(state()));
                case "GET counts" -> counts();
                case "GET foreign" ->
                    new HarnessAnswer(
                            OK,
                            HarnessJson.write(data.foreign(Change.valueOf(parameters.getOrDefault("change", "DROP")))));
                case "GET found" -> found(parameters);
                case "GET settings" -> new HarnessAnswer(OK, HarnessJson.write(figures.settings()));
                case "GET metrics" -> new HarnessAnswer(OK, HarnessJson.write(figures.metrics()));
                case "POST load" -> load(parameters);
                case "POST reset" -> begun(data.reset());
                case "POST clear" -> begun(data.clear());
                default -> problem(NOT_FOUND, "the harness has no request " + method + " " + path);
            };
        } catch (IllegalArgumentException e) {
            return problem(BAD_REQUEST, "a change is WRITE, DELETE or DROP: " + e.getMessage());
        } catch (StoreException e) {
            return problem(FAILED, String.valueOf(e.getMessage()));
        }
    }

    private boolean isRight(@Nullable String sent) {
        return token.length > 0 && sent != null && MessageDigest.isEqual(token, sent.getBytes(StandardCharsets.UTF_8));
    }

    private HarnessAnswer load(Map<String, String> parameters) {
        try {
            Scale scale = new Scale(Integer.parseInt(parameters.getOrDefault("concurrentUsers", "")));
            return begun(data.load(scale, Long.parseLong(parameters.getOrDefault("seed", ""))));
        } catch (IllegalArgumentException e) {
            return problem(BAD_REQUEST, "a load needs numbers concurrentUsers and seed: " + e.getMessage());
        }
    }

    private HarnessAnswer begun(boolean begun) {
        return begun
                ? new HarnessAnswer(ACCEPTED, HarnessJson.write(state()))
                : problem(
                        CONFLICT,
                        "other work on the data is in progress: "
                                + data.progress().activity());
    }

    private HarnessAnswer counts() {
        Optional<Counts> counts = data.counts();
        return counts.isPresent()
                ? new HarnessAnswer(OK, HarnessJson.write(counts.get()))
                : problem(NOT_FOUND, NO_DATA);
    }

    private HarnessAnswer found(Map<String, String> parameters) {
        try {
            ConfirmedKind kind = ConfirmedKind.of(parameters.getOrDefault("kind", ""));
            List<Long> things = Arrays.stream(
                            parameters.getOrDefault("things", "").split(","))
                    .map(Long::valueOf)
                    .toList();
            OptionalLong found = data.found(kind, things);
            return found.isPresent()
                    ? new HarnessAnswer(OK, HarnessJson.write(new Found(found.getAsLong())))
                    : problem(NOT_FOUND, NO_DATA);
        } catch (IllegalArgumentException e) {
            return problem(BAD_REQUEST, "a lookup needs a kind and numbers: " + e.getMessage());
        }
    }

    private HarnessState state() {
        LoadProgress.Report progress = data.progress();
        Optional<DataMarker> marker = data.marker();
        return new HarnessState(
                STARTED,
                data.state(),
                data.failure(),
                progress.activity(),
                progress.rows(),
                progress.rowsTotal(),
                marker.map(DataMarker::state).orElse(HarnessState.MarkerState.NONE),
                marker.map(found -> found.scale().concurrentUsers()).orElse(0),
                marker.map(DataMarker::seed).orElse(0L));
    }

    private static HarnessAnswer problem(int status, String message) {
        return new HarnessAnswer(status, HarnessJson.write(Map.of("failure", message)));
    }
}
