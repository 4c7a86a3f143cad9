// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.SutAddress;

/**
 * A system under test that the harness can operate. Used by one thread at a time, except {@link #status}, which any
 * thread may call.
 */
public interface SutService extends AutoCloseable {
    /**
     * Downloads to this host what an embedded SUT needs, such as published programs. Called before each {@link #start}.
     * Returns at once if everything is present; may take 10 minutes.
     *
     * @throws SutException if a download fails
     */
    default void fetch(Progress progress) throws SutException, InterruptedException {}

    /**
     * Starts an embedded SUT and waits until it answers, or checks that an external SUT answers.
     *
     * @return its address
     * @throws SutException if it cannot be started or does not answer before its deadline
     */
    SutAddress start(Progress progress) throws SutException, InterruptedException;

    /** Stops an embedded SUT. Does nothing if the SUT is external or not running. */
    void stop() throws SutException;

    /** Removes the stored data of an embedded SUT that is not running. */
    void clear() throws SutException;

    /** Version and settings of the SUT, which are stored with a run. Must not contain secrets. */
    Map<String, String> configuration() throws SutException;

    /** Log files of an embedded SUT. */
    List<Path> logs();

    /**
     * Instructions, one per line, for a person on this host who accesses the running embedded SUT, such as a command of
     * its client. They must not contain secrets, but may name the file that contains one.
     */
    default List<String> access() {
        return List.of();
    }

    /** The current status. */
    SutStatus status();

    /** Stops the SUT in any state and releases all resources. */
    @Override
    void close() throws SutException;
}
