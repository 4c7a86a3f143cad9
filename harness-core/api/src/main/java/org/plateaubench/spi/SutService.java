// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;

/** A system under test that can be operated. Used by one thread at a time, {@link #status} by any. */
public interface SutService extends AutoCloseable {
    /**
     * Fetches what an embedded SUT needs onto this host, such as published programs. Called before each {@link #start};
     * returns at once when everything is present. May take 10 minutes.
     *
     * @throws SutException with one sentence for a person when it cannot be fetched
     */
    default void fetch(Progress progress) throws SutException, InterruptedException {}

    /**
     * Starts an embedded SUT and waits until it answers, or checks that an external one does.
     *
     * @return its address
     * @throws SutException with one sentence for a person when it does not answer within its deadline
     */
    SutAddress start(Progress progress) throws SutException, InterruptedException;

    /** Stops an embedded SUT; does nothing to an external one or one that is not running. */
    void stop() throws SutException;

    /** Removes the stored data of an embedded SUT that is not running. */
    void clear() throws SutException;

    /** Version and settings, for the environment of a run. Secrets are left out. */
    Map<String, String> configuration() throws SutException;

    /** Log files of an embedded SUT. */
    List<Path> logs();

    /**
     * How a person on this host accesses a running embedded SUT, a line each, such as a command of its client. Secrets
     * are left out; a line may say where one is stored.
     */
    default List<String> access() {
        return List.of();
    }

    /** The current status. */
    SutStatus status();

    /** Stops the service in any state. */
    @Override
    void close() throws SutException;
}
