// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.DataState;
import org.plateaubench.plugin.olio.data.DataState.ForeignObjects;
import org.plateaubench.plugin.olio.data.HarnessJson;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** The harness's requests to the reference application. Thread-safe; holds no connection. */
public final class HarnessClient {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    /** Long enough to count the rows of a large database. */
    private static final Duration READ_TIMEOUT = Duration.ofSeconds(60);

    private static final Duration POLL_GAP = Duration.ofMillis(200);
    private static final int MAX_ANSWER_BYTES = 1 << 20;
    /** Maximum number of identities in one request, within the limit of a request line. */
    private static final int MAX_IDENTITIES = 100;

    private static final int ACCEPTED = 202;
    private static final int OK = 200;

    /** The number of existing objects among the named ones. */
    private record Found(long found) {}

    private final String url;
    private final String token;

    /** Creates a client of a site whose address has no trailing slash. */
    public HarnessClient(String url, String token) {
        this.url = url;
        this.token = token;
    }

    /** Returns the client of a SUT; empty when it is not a reference application with a known token. */
    public static Optional<HarnessClient> of(SutAddress sut) {
        String token = sut.properties().get(OlioSutParameters.TOKEN_PROPERTY);
        return token == null || token.isEmpty()
                ? Optional.empty()
                : Optional.of(new HarnessClient(sut.property(OlioSutParameters.URL_PROPERTY), token));
    }

    public DataState state() throws SutException {
        return message("state", DataState.NONE);
    }

    public String place() {
        return url;
    }

    public Counts counts() throws SutException {
        return message("counts", Counts.NONE);
    }

    /** Returns the objects of other programs that a change of the data would touch. */
    public ForeignObjects foreign(Change change) throws SutException {
        return message("foreign?change=" + change, new ForeignObjects("", ""));
    }

    /** Returns how many of these objects exist; each must be named once. */
    public long countExisting(ConfirmedKind kind, List<Long> identities) throws SutException {
        long found = 0;
        for (int from = 0; from < identities.size(); from += MAX_IDENTITIES) {
            String named = identities.subList(from, Math.min(identities.size(), from + MAX_IDENTITIES)).stream()
                    .map(String::valueOf)
                    .collect(Collectors.joining(","));
            found += message("found?kind=" + kind + "&identities=" + named, new Found(0))
                    .found();
        }
        return found;
    }

    /** Returns version, database and settings, by name. */
    public Map<String, String> settings() throws SutException {
        return values("GET", "settings", OK);
    }

    DataDescription describe() throws SutException {
        Map<String, String> facts = new TreeMap<>(values("GET", "description", OK));
        return new DataDescription(lines(facts.remove("servers")), facts, lines(facts.remove("doubts")));
    }

    private static List<String> lines(@Nullable String text) {
        return text == null ? List.of() : text.lines().toList();
    }

    /** Returns counters since the start and gauges, by name. */
    public Map<String, String> metrics() throws SutException {
        return values("GET", "metrics", OK);
    }

    void mark(DataMarker marker) throws SutException {
        values("POST", "mark?marker=" + URLEncoder.encode(marker.text(), StandardCharsets.UTF_8), OK);
    }

    /** Loads the missing data of a scale and seed and waits for the end; an interrupted load is resumed. */
    public void load(Scale scale, long seed, Progress progress) throws SutException, InterruptedException {
        work("load?concurrentUsers=" + scale.concurrentUsers() + "&seed=" + seed, progress);
    }

    /** Removes the data that the site has written since the load, and waits for the end. */
    public void reset(Progress progress) throws SutException, InterruptedException {
        work("reset", progress);
    }

    /** Removes the data and waits for the end. */
    public void clear(Progress progress) throws SutException, InterruptedException {
        work("clear", progress);
    }

    private void work(String what, Progress progress) throws SutException, InterruptedException {
        // An interrupted caller may have left an operation in progress.
        awaitEnd(progress);
        values("POST", what, ACCEPTED);
        DataState state = awaitEnd(progress);
        if (state.work() == DataState.Work.IDLE) {
            throw new SutException("The application at " + url
                    + " was restarted before it had finished the requested work; see its log and try again.");
        }
        if (state.work() == DataState.Work.FAILED) {
            throw new SutException("The application at " + url + " could not " + what.replaceFirst("\\?.*", "")
                    + " its data: " + state.failure());
        }
    }

    private DataState awaitEnd(Progress progress) throws SutException, InterruptedException {
        DataState state = state();
        while (state.work() == DataState.Work.RUNNING) {
            String activity = state.activity().isEmpty() ? "preparing the data" : state.activity();
            progress.report(activity, state.rows(), state.rowsTotal(), "rows");
            Thread.sleep(POLL_GAP);
            state = state();
        }
        return state;
    }

    private <T extends Record> T message(String what, T defaultValue) throws SutException {
        return request("GET", what, OK, answer -> HarnessJson.record(HarnessJson.read(answer), defaultValue));
    }

    private Map<String, String> values(String method, String what, int expected) throws SutException {
        return request(method, what, expected, HarnessJson::read);
    }

    private <T> T request(String method, String what, int expected, Function<String, T> reading) throws SutException {
        if (!token.chars().allMatch(character -> character >= ' ' && character < 0x7F)) {
            // The message of the JDK's exception would contain the token.
            throw new SutException("The harnessToken contains a character that is not allowed in a header, such as a"
                    + " line end; check its source.");
        }
        try {
            Reply reply = exchange(method, url + "/harness/" + what, READ_TIMEOUT, token);
            if (reply.status() != expected) {
                throw new SutException("The application at " + url + " answered " + method + " /harness/" + what
                        + " with status " + reply.status() + ": " + failure(reply.body()));
            }
            return reading.apply(reply.body());
        } catch (IOException e) {
            throw new SutException("No application answers the harness at " + url + " (" + IoReason.of(e) + ")", e);
        } catch (IllegalArgumentException e) {
            throw new SutException(
                    "The server at " + url + " is not the reference application of Olio (" + e.getMessage() + ")", e);
        }
    }

    /** The server is the value of the header of this name; empty for none. */
    record Reply(int status, String server, String body) {}

    /** Sends one request over a separate connection. Redirects are not followed. */
    static Reply exchange(String method, String url, Duration readLimit, String token) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setRequestMethod(method);
        connection.setConnectTimeout((int) CONNECT_TIMEOUT.toMillis());
        connection.setReadTimeout((int) readLimit.toMillis());
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        if (!token.isEmpty()) {
            connection.setRequestProperty(ApplicationSettings.TOKEN_HEADER, token);
        }
        connection.setRequestProperty("Connection", "close");
        try {
            int status = connection.getResponseCode();
            String server = connection.getHeaderField("Server");
            try (InputStream body = status < HttpURLConnection.HTTP_BAD_REQUEST
                    ? connection.getInputStream()
                    : connection.getErrorStream()) {
                byte[] read = body == null ? new byte[0] : body.readNBytes(MAX_ANSWER_BYTES);
                return new Reply(status, server == null ? "" : server, new String(read, StandardCharsets.UTF_8));
            }
        } finally {
            connection.disconnect();
        }
    }

    private static String failure(String answer) {
        try {
            return HarnessJson.read(answer).getOrDefault("failure", "");
        } catch (IllegalArgumentException e) {
            return "which is not an answer of the reference application";
        }
    }
}
