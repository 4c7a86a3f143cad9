// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import java.util.Optional;
import org.plateaubench.api.Finding;
import org.plateaubench.api.WorkloadDefinition;

/**
 * A kind of load: operations and the data they need. Stateless; any thread.
 *
 * @param <P> parameters, a record whose components carry {@link org.plateaubench.api.Parameter}
 */
public interface Workload<P extends Record> {
    /** Name within the plugin. */
    String name();

    /** One sentence for lists. */
    String description();

    /** The record that parameters of a run file are bound to. */
    Class<P> parametersType();

    /** Whether it is driven against a SUT of the run file; naming none is then a configuration error. */
    default boolean needsSut() {
        return false;
    }

    /** Checks rules that bounds of single parameters cannot express; problems are configuration errors. */
    default List<Finding> check(P parameters) {
        return List.of();
    }

    /**
     * Like {@link #check(Record)}, which it calls unless overridden, for a workload whose parameters have a different
     * meaning with a SUT than without one. This is the method that the harness calls.
     *
     * @param sutService service of the SUT that the run file names, such as {@code postgresql}; empty when it names
     *     none
     */
    default List<Finding> check(P parameters, Optional<String> sutService) {
        return check(parameters);
    }

    /** Operations, units, mix, pacing and measures: a pure function of the parameters. */
    WorkloadDefinition define(P parameters);

    /** Opens what the users of one agent share. Called once per agent and workload, before any user starts. */
    WorkloadSession open(WorkloadContext<P> context) throws Exception;

    /** The data set of the workload; {@link DataSet#NONE} for a workload without data. Called in the controller. */
    default DataSet dataSet(WorkloadContext<P> context) throws Exception {
        return DataSet.NONE;
    }
}
