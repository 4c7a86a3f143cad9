// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;
import org.plateaubench.api.SutAddress;

/** A system under test that can be operated. Used by one thread at a time, {@link #status} by any. */
@API(status = EXPERIMENTAL, since = "0.1")
public interface SutService extends AutoCloseable {
    /**
     * Brings what an embedded SUT needs onto this host, such as programs that are published. Called before each
     * {@link #start}; returns at once when all is there. May take 10 minutes.
     *
     * @throws SutException with one sentence for a person when it cannot be had
     */
    default void fetch(Progress progress) throws SutException, InterruptedException {}

    /**
     * Starts an embedded SUT and waits until it answers, or checks that an external one does.
     *
     * @return where it is reached
     * @throws SutException with one sentence for a person when it does not answer within its deadline
     */
    SutAddress start(Progress progress) throws SutException, InterruptedException;

    /** Stops an embedded SUT; does nothing to an external one or one that does not run. */
    void stop() throws SutException;

    /** Removes what an embedded SUT that does not run has stored. */
    void clear() throws SutException;

    /** Version and settings, for the environment of a run. Secrets are left out. */
    Map<String, String> configuration() throws SutException;

    /** Log files of an embedded SUT. */
    List<Path> logs();

    /**
     * How a person on this host gets into an embedded SUT that runs, a line each, such as a command of its client.
     * Secrets are left out; a line may say where one is.
     */
    default List<String> access() {
        return List.of();
    }

    /** How it is now. */
    SutStatus status();

    /** Stops, whatever the state. */
    @Override
    void close() throws SutException;
}
