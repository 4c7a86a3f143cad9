// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.http.RunChangeListener;
import org.plateaubench.web.http.RunFolders;

/**
 * Sends a message to the receiver of {@code --notify} at the end of each run, on a separate thread, so that a slow
 * receiver delays only further messages. Messages that wait when the console ends are lost.
 */
final class Notifier implements RunChangeListener, AutoCloseable {
    private static final System.Logger LOG = System.getLogger(Notifier.class.getName());
    private static final String SCHEMA = "plateau.notification/1";
    private static final Duration ATTEMPT_TIMEOUT = Duration.ofSeconds(10);

    /** Pauses before the second attempt and all further ones. */
    private static final List<Duration> PAUSES =
            List.of(Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofSeconds(60));

    private final ExecutorService worker = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("console-notify").factory());
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(ATTEMPT_TIMEOUT).build();
    private final Set<String> reported = new HashSet<>();
    private final ConsoleOptions.Receiver receiver;
    private final RunFolders runs;
    private final CompletableFuture<URI> console;
    private final Instant startedAt;

    Notifier(ConsoleOptions.Receiver receiver, RunFolders runs, CompletableFuture<URI> console, InstantSource clock) {
        this.receiver = receiver;
        this.runs = runs;
        this.console = console;
        startedAt = clock.instant();
    }

    private record Message(
            String schema,

            @JsonUnwrapped @JsonIncludeProperties({"id", "name", "status", "verdict", "startedAt", "endedAt"})
            RunSummary run,

            int exitCode,
            URI link) {}

    /** The exit code of {@code ./plateau run}; that of a run that broke off is 3. */
    private static int exitCodeOf(RunSummary run) {
        return switch (run.state()) {
            case INTERRUPTED -> 130;
            case COMPLETED -> {
                if (Verdict.PASS.label().equals(run.verdict())) {
                    yield 0;
                }
                yield Verdict.FAIL.label().equals(run.verdict()) ? 1 : 2;
            }
            case RUNNING, NOT_STARTED, CRASHED -> 3;
        };
    }

    @Override
    public void changed(String id, String status, @Nullable String verdict) {
        if (status.equals(RunFolder.State.RUNNING.label()) || status.equals(DELETED)) {
            reported.remove(id);
        } else if (reported.add(id)) {
            worker.execute(() -> report(id));
        }
    }

    /** Reports the end of a run, unless it ended before this console started. */
    private void report(String id) {
        @Nullable String problem;
        try {
            RunSummary run = RunSummary.read(runs.find(id));
            if (run.endedAt() == null || run.endedAt().isBefore(startedAt)) {
                return;
            }
            URI link = console.get().resolve("/runs/" + id);
            problem = send(Documents.line(new Message(SCHEMA, run, exitCodeOf(run), link)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return;
        } catch (ExecutionException | RuntimeException e) {
            problem = String.valueOf(e.getMessage());
        }
        if (problem != null) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "The end of run {0} was not reported to {1} ({2}).",
                    id,
                    receiver.address().getAuthority(),
                    problem);
        }
    }

    /** Sends a message until it is accepted; returns why the last attempt failed, or null. */
    private @Nullable String send(String message) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(receiver.address())
                .timeout(ATTEMPT_TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(message));
        if (!receiver.secret().isEmpty()) {
            request.header("Authorization", "Bearer " + receiver.secret());
        }
        String problem = attempt(request.build());
        for (Duration pause : PAUSES) {
            if (problem == null) {
                break;
            }
            Thread.sleep(pause);
            problem = attempt(request.build());
        }
        return problem;
    }

    private @Nullable String attempt(HttpRequest request) throws InterruptedException {
        try {
            int status =
                    http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
            return status / 100 == 2 ? null : "it answered with status " + status;
        } catch (IOException e) {
            return e.getMessage() == null ? "it cannot be reached" : e.getMessage();
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
        http.shutdownNow();
    }
}
