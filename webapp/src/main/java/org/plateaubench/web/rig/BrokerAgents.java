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
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.rig.RigWatch;
import org.plateaubench.app.rig.SeenAgent;

/**
 * The agents of the broker whose credentials an administrator has put into the console's folder. It is connected to when
 * the page is requested first, and again when the file has changed. Any thread.
 */
final class BrokerAgents implements AutoCloseable {
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final Path credentials;
    private final InstantSource clock;
    private @Nullable RigWatch watch;
    private @Nullable FileTime version;
    private @Nullable Thread opening;
    private @Nullable String failure;
    private Instant next = Instant.MIN;
    private boolean isClosed;

    BrokerAgents(Path credentials, InstantSource clock) {
        this.credentials = credentials;
        this.clock = clock;
    }

    /**
     * The state of the broker.
     *
     * @param address its address, null while it is not connected
     * @param message why it is not connected, one sentence; null if it is
     * @param agents agents that have reported to the broker, by name
     */
    record Shown(@Nullable String address, @Nullable String message, List<SeenAgent> agents) {}

    /** Returns the state that the API shows; null if no broker is configured. */
    @Nullable
    Shown shown() throws InterruptedException {
        RigWatch connected = connected();
        if (connected == null) {
            return Files.exists(credentials)
                    ? new Shown(null, failure() == null ? "Connecting to the broker." : failure(), List.of())
                    : null;
        }
        try {
            return new Shown(connected.broker(), null, connected.agents());
        } catch (IOException e) {
            return new Shown(connected.broker(), String.valueOf(e.getMessage()), connected.heard());
        }
    }

    private synchronized @Nullable String failure() {
        return failure;
    }

    /** Returns the connection. If there is none, it is opened in the background, because that may take seconds. */
    private synchronized @Nullable RigWatch connected() {
        FileTime now = changed();
        if (now == null || (version != null && !now.equals(version))) {
            end();
        }
        version = now;
        if (watch == null
                && opening == null
                && now != null
                && !isClosed
                && !clock.instant().isBefore(next)) {
            opening = Thread.ofPlatform().daemon().name("console-broker").start(this::open);
        }
        return watch;
    }

    private @Nullable FileTime changed() {
        try {
            return Files.exists(credentials) ? Files.getLastModifiedTime(credentials) : null;
        } catch (IOException e) {
            return null;
        }
    }

    private void open() {
        try {
            opened(RigWatch.open(credentials), null);
        } catch (IOException e) {
            opened(null, String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            opened(null, "The console ends.");
        }
    }

    private synchronized void opened(@Nullable RigWatch found, @Nullable String sentence) {
        opening = null;
        failure = sentence;
        next = clock.instant().plus(PAUSE);
        if (isClosed && found != null) {
            found.close();
        } else {
            watch = found;
        }
    }

    private void end() {
        if (watch != null) {
            watch.close();
            watch = null;
        }
        failure = null;
        next = Instant.MIN;
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        if (opening != null) {
            opening.interrupt();
        }
        end();
    }
}
