// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;

/**
 * A kind of system under test. Stateless; any thread.
 *
 * @param <P> parameters, a record whose components carry {@link org.plateaubench.api.Parameter}
 */
public interface SutServiceType<P extends Record> {
    /** Name in run files, such as {@code h2}. */
    String name();

    /** One sentence for lists. */
    String description();

    /** The record that the keys of a SUT in a run file are bound to, except {@code service} and {@code mode}. */
    Class<P> parametersType();

    /**
     * Checks rules that bounds of single parameters cannot express, such as keys of the other mode; problems are
     * configuration errors. Called with the values of the run file, where a text may still be a reference such as
     * {@code ${env:NAME}}, and again with the referenced values before the service is created.
     */
    default List<Finding> check(SutContext.Mode mode, P parameters) {
        return List.of();
    }

    /**
     * The agents that parameters name, such as that of {@link TelemetrySourceType#agent}: the name of the agent by the
     * name of the parameter, empty for no particular agent. Each must drive load; if the run has no such agent, that is
     * a problem of the run file, reported at its position there, once the agents of the run are known. Called with
     * parameters that have passed {@link #check}.
     */
    default Map<String, String> agents(P parameters) {
        return Map.of();
    }

    /**
     * Fetches the programs that an embedded service would fetch on its first start on this host, so that later starts
     * need no network. Programs that are already present are not fetched again.
     *
     * @param folder folder for programs; later starts find them if the variable {@code PLATEAU_BINARIES} names it
     * @return whether this kind of service has such programs; false by default
     * @throws SutException with one sentence when they cannot be fetched
     */
    default boolean prefetch(Path folder, Progress progress) throws SutException, InterruptedException {
        return false;
    }

    /** Whether a text has a reference such as {@code ${env:NAME}}, and cannot be checked until it is resolved. */
    static boolean isReference(String text) {
        return text.contains("${");
    }

    /** A service that is not started yet; its parameters have passed {@link #check}. */
    SutService create(SutContext<P> context);
}
