// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.apiguardian.api.API;
import org.plateaubench.api.SutAddress;

/**
 * What a SUT service is told. Immutable.
 *
 * @param name name of the SUT in the run file
 * @param mode who starts it
 * @param parameters bound and checked
 * @param folder for data and logs of an embedded service; exists, is empty at first and is the service's own
 * @param uses where the SUTs are reached that its parameters name ({@link org.plateaubench.api.Parameter#sut}), by name;
 *     all of them run by the time that this one is created to be started, and until it has been stopped
 * @param <P> parameters
 */
@API(status = EXPERIMENTAL, since = "0.1")
public record SutContext<P extends Record>(
        String name, Mode mode, P parameters, Path folder, Map<String, SutAddress> uses) {
    public SutContext {
        uses = Collections.unmodifiableMap(new TreeMap<>(uses));
    }

    /** A SUT that uses no other. */
    public SutContext(String name, Mode mode, P parameters, Path folder) {
        this(name, mode, parameters, folder, Map.of());
    }

    /**
     * Where a SUT is reached that a parameter names.
     *
     * @throws IllegalArgumentException when no parameter names it
     */
    public SutAddress use(String sut) {
        SutAddress address = uses.get(sut);
        if (address == null) {
            throw new IllegalArgumentException("SUT " + name + " uses no SUT " + sut);
        }
        return address;
    }

    /** Who starts a SUT. */
    public enum Mode {
        /** The harness, on loopback, in a process of its own. */
        EMBEDDED,
        /** Somebody else. */
        EXTERNAL
    }
}
