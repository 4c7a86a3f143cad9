// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.nio.file.Path;
import java.util.List;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

/** A SUT that the harness does not run. The harness only checks that it answers. */
public abstract class ExternalService implements SutService {
    private final String subject;
    private volatile boolean started;

    protected ExternalService(String subject) {
        this.subject = subject;
    }

    /** Checks at each start that the SUT answers. */
    protected abstract SutAddress connect() throws SutException, InterruptedException;

    /** Checks for each {@link #status} that a started SUT still answers. May be called on any thread. */
    protected void check() throws SutException, InterruptedException {
        connect();
    }

    String runningDetail() {
        return " answers";
    }

    /** Called at each stop. */
    protected void stopped() {}

    @Override
    public final SutAddress start(Progress progress) throws SutException, InterruptedException {
        progress.report("checking " + subject, 0, 0, "");
        SutAddress address = connect();
        started = true;
        return address;
    }

    @Override
    public final void stop() {
        started = false;
        stopped();
    }

    @Override
    public final void clear() {}

    @Override
    public final List<Path> logs() {
        return List.of();
    }

    @Override
    public final SutStatus status() {
        if (!started) {
            return new SutStatus(SutStatus.State.STOPPED, subject + " is not in use", List.of());
        }
        try {
            check();
            return new SutStatus(SutStatus.State.RUNNING, subject + runningDetail(), List.of());
        } catch (SutException e) {
            return new SutStatus(SutStatus.State.FAILED, String.valueOf(e.getMessage()), List.of());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SutStatus(SutStatus.State.FAILED, "the check of " + subject + " was interrupted", List.of());
        }
    }

    @Override
    public final void close() {
        stop();
    }
}
