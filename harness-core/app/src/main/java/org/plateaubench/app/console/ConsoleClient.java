// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.IoReason;
import org.plateaubench.app.UsageError;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.TrustedCertificates;

public final class ConsoleClient implements AutoCloseable {
    /** The header of a part of an output with the offset of its end, in bytes. */
    public static final String OUTPUT_END = "X-Plateau-Output-End";

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(60);
    private static final String API = "api/v1/";
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int UNPROCESSABLE_CONTENT = 422;
    private static final int FIRST_ERROR = 400;

    private final URI console;
    private final String token;
    private final ClientKeys keys;
    private final HttpClient http;
    private volatile boolean hasAnswered;

    /** Files for TLS; a certificate for a console, or its proxy, that demands one. */
    public record TlsFiles(Optional<Path> trust, Optional<Path> certificate, Optional<Path> key, String passphrase) {
        public static final TlsFiles NONE = new TlsFiles(Optional.empty(), Optional.empty(), Optional.empty(), "");

        private ClientKeys keys() {
            return certificate
                    .map(file -> ClientKeys.of(file, key.orElse(file), passphrase))
                    .orElseGet(ClientKeys::none);
        }
    }

    public ConsoleClient(URI console, String token, TlsFiles files) throws IOException {
        this.console = console.toString().endsWith("/") ? console : URI.create(console + "/");
        this.token = token;
        try {
            keys = files.keys();
            http = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    .connectTimeout(CONNECT_TIMEOUT)
                    .sslContext(keys.context(
                            files.trust().map(TrustedCertificates::in).orElse(null)))
                    .build();
        } catch (IllegalArgumentException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /** A run in the queue of the console; {@code runId} is empty before there is one, and for several runs. */
    public record Queued(
            String id,
            String state,
            @JsonSetter(nulls = Nulls.AS_EMPTY) int position,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String runId,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String studyId,
            @JsonSetter(nulls = Nulls.AS_EMPTY) Optional<Integer> exitCode,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String message) {
        public boolean isOver() {
            return List.of("done", "cancelled", "not-started", "failed").contains(state);
        }

        public boolean hasResult() {
            return !runId.isEmpty() || !studyId.isEmpty();
        }

        public boolean isWaiting() {
            return List.of("waiting", "scheduled").contains(state);
        }
    }

    public record Output(String text, long endBytes) {}

    private record Submission(String text, List<String> settings) {}

    private record Refusal(
            @JsonSetter(nulls = Nulls.AS_EMPTY) String detail,
            @JsonSetter(nulls = Nulls.AS_EMPTY) List<WrongValue> problems) {
        List<Problem> in(String fileName) {
            return problems.isEmpty()
                    ? List.of(new Problem(fileName, 0, 0, "", detail))
                    : problems.stream()
                            .map(wrong ->
                                    new Problem(fileName, wrong.line(), wrong.column(), wrong.path(), wrong.message()))
                            .toList();
        }
    }

    private record WrongValue(
            @JsonSetter(nulls = Nulls.AS_EMPTY) int line,
            @JsonSetter(nulls = Nulls.AS_EMPTY) int column,
            String path,
            String message) {}

    public Queued submit(String fileName, String text, List<String> settings)
            throws IOException, InterruptedException, WrongConfiguration {
        String body = Documents.line(new Submission(text, settings));
        HttpResponse<String> answer = send("POST", "queue", body);
        if (answer.statusCode() == UNPROCESSABLE_CONTENT) {
            throw new WrongConfiguration(
                    Documents.read(answer.body(), Refusal.class).in(fileName));
        }
        return Documents.read(requireSuccess(answer).body(), Queued.class);
    }

    public Queued item(String id) throws IOException, InterruptedException {
        return Documents.read(requireSuccess(send("GET", "queue/" + id, null)).body(), Queued.class);
    }

    public void cancel(String id) throws IOException, InterruptedException {
        requireSuccess(send("DELETE", "queue/" + id, null));
    }

    public Output output(String id, long fromBytes) throws IOException, InterruptedException {
        HttpResponse<String> answer = requireSuccess(send("GET", "queue/" + id + "/output?from=" + fromBytes, null));
        long end = answer.headers()
                .firstValueAsLong(OUTPUT_END)
                .orElse(fromBytes + answer.body().getBytes(StandardCharsets.UTF_8).length);
        return new Output(answer.body(), end);
    }

    public String result(Queued item) throws IOException, InterruptedException {
        if (item.studyId().isEmpty()) {
            return requireSuccess(send("GET", "runs/" + item.runId() + "/result", null))
                    .body();
        }
        Map<String, Object> study = Documents.parse(
                requireSuccess(send("GET", "studies/" + item.studyId(), null)).body());
        return Documents.text(study.getOrDefault("result", Map.of()));
    }

    public URI page(Queued item) {
        return console.resolve(item.studyId().isEmpty() ? "runs/" + item.runId() : "studies/" + item.studyId());
    }

    private static @Nullable String firstCause(Throwable failure) {
        return failure.getCause() == null ? failure.getMessage() : firstCause(failure.getCause());
    }

    private HttpResponse<String> send(String method, String path, @Nullable String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(console.resolve(API + path))
                .timeout(ANSWER_TIMEOUT)
                .header("Authorization", "Bearer " + token)
                .method(
                        method,
                        body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        try {
            HttpResponse<String> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
            hasAnswered = true;
            return answer;
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private IOException failure(IOException failure) {
        String demand = hasAnswered ? null : keys.demand();
        String sentence;
        if (demand != null) {
            sentence = "There is no connection to " + console + " (" + firstCause(failure) + "): " + demand
                    + "; give it with --client-certificate and --client-key.";
        } else if (failure instanceof SSLHandshakeException) {
            sentence = "The certificate of " + console + " is not trusted (" + firstCause(failure)
                    + "); give it, or that of its authority, with --trust.";
        } else if (failure instanceof SSLException) {
            sentence = "What answers at " + console + " does not use TLS (" + failure.getMessage()
                    + "); correct the address of the console.";
        } else {
            sentence = "The console at " + console + " cannot be reached (" + IoReason.of(failure)
                    + "); it completes the runs in its queue without this command.";
        }
        return new IOException(sentence, failure);
    }

    private HttpResponse<String> requireSuccess(HttpResponse<String> answer) throws IOException {
        int status = answer.statusCode();
        if (status < FIRST_ERROR) {
            return answer;
        }
        String detail = detail(answer.body());
        String sentence = "The console at " + console + " refused the request"
                + (detail.isEmpty() ? " (status " + status + ")." : ": " + detail);
        throw switch (status) {
            case UNAUTHORIZED ->
                new UsageError("the console at " + console
                        + " does not accept the token; create one on its Account page, and pass it in"
                        + " PLATEAU_CONSOLE_TOKEN.");
            case FORBIDDEN -> new UsageError(sentence);
            default -> new IOException(sentence);
        };
    }

    private static String detail(String body) {
        try {
            return Documents.read(body, Refusal.class).detail();
        } catch (IllegalArgumentException e) {
            return "";
        }
    }

    @Override
    public void close() {
        http.close();
    }
}
