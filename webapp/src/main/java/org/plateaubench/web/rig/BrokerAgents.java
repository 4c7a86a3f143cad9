// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.rig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.rig.RigWatch;
import org.plateaubench.app.rig.RigWatch.SeenAgent;

/**
 * The agents of the broker whose credentials an administrator has put into the console's folder. It is connected to
 * when the page is requested first, and again when the file has changed. Thread-safe.
 */
final class BrokerAgents implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Path credentials;
    private final InstantSource clock;

    /** The connection to the broker of that version of the file; it is opened in the background, which may take seconds. */
    private @Nullable CompletableFuture<RigWatch> connection;

    private @Nullable FileTime version;
    private volatile Instant failedAt = Instant.MIN;

    /** Why the last attempt failed, which is shown until another one succeeds. */
    private volatile @Nullable String failure;

    BrokerAgents(Path credentials, InstantSource clock) {
        this.credentials = credentials;
        this.clock = clock;
    }

    /**
     * The state of the broker.
     *
     * @param address address of the broker, null without a connection
     * @param message why it is not connected, one sentence; null if it is
     */
    record Shown(@Nullable String address, @Nullable String message, List<SeenAgent> agents) {}

    /** Returns the state that the API shows; null if no broker is configured. */
    @Nullable
    Shown shown() throws InterruptedException {
        CompletableFuture<RigWatch> opened = connection();
        if (opened == null) {
            return null;
        }
        if (opened.state() != Future.State.SUCCESS) {
            return new Shown(null, failure == null ? "Connecting to the broker." : failure, List.of());
        }
        RigWatch watch = opened.resultNow();
        try {
            return new Shown(watch.broker(), null, watch.agents());
        } catch (IOException e) {
            return new Shown(watch.broker(), String.valueOf(e.getMessage()), watch.heard());
        }
    }

    private synchronized @Nullable CompletableFuture<RigWatch> connection() {
        FileTime now = changed();
        if (!Objects.equals(now, version)) {
            close();
            version = now;
        }
        boolean isDue = connection == null
                || (connection.isCompletedExceptionally() && !clock.instant().isBefore(failedAt.plus(PAUSE)));
        if (now != null && isDue) {
            connection = CompletableFuture.supplyAsync(
                    this::open,
                    task -> Thread.ofPlatform().daemon().name("console-broker").start(task));
        }
        return connection;
    }

    private @Nullable FileTime changed() {
        try {
            return Files.exists(credentials) ? Files.getLastModifiedTime(credentials) : null;
        } catch (IOException e) {
            return null;
        }
    }

    private RigWatch open() {
        try {
            return RigWatch.open(credentials);
        } catch (IOException | InterruptedException e) {
            failedAt = clock.instant();
            failure = e.getMessage();
            throw new CompletionException(e);
        }
    }

    /** Closes the connection, immediately or as soon as it is open. */
    @Override
    public synchronized void close() {
        if (connection != null) {
            CompletableFuture<Void> _ = connection.thenAccept(RigWatch::close);
            connection = null;
            failure = null;
        }
    }
}
