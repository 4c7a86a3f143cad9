// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Finding;
import org.plateaubench.api.UsedFile;
import org.plateaubench.api.WorkloadDefinition;

/**
 * A kind of load: its operations and the data that they need. Stateless and thread-safe.
 *
 * @param <P> type of the parameters, a record whose components have the annotation {@link
 *     org.plateaubench.api.Parameter}
 */
public interface Workload<P extends Record> {
    /** The name within the plugin. */
    String name();

    /** The description in lists, one sentence. */
    String description();

    /** The record to which the parameters of a run file are converted. */
    Class<P> parametersType();

    /** Whether the workload needs a SUT of the run file; a missing {@code sut} is then a configuration error. */
    default boolean needsSut() {
        return false;
    }

    /** Checks rules that the bounds of single parameters cannot express. Problems are configuration errors. */
    default List<Finding> check(P parameters) {
        return List.of();
    }

    /**
     * Checks the parameters of a workload whose rules depend on the service of its SUT, such as {@code postgresql}; empty
     * if the run file names none. The harness calls this method, which by default calls {@link #check(Record)}.
     */
    default List<Finding> check(P parameters, Optional<String> sutService) {
        return check(parameters);
    }

    /** The files that parameters name, also those with problems. Must be a pure function of the parameters. */
    default List<UsedFile> files(P parameters) {
        return List.of();
    }

    /** Checks the texts of the files that {@link #files} names, by name as given. Problems are configuration errors. */
    default List<Finding> checkFiles(P parameters, Map<String, String> files) {
        return List.of();
    }

    /** The JSON Schema (draft 07) of a parameter of type {@code Map<String, Object>}, for editors. */
    default Map<String, Object> schema(String parameter) {
        return Map.of("type", "object");
    }

    /** Defines operations, units, mix, pacing and measures. Must be a pure function of the parameters. */
    WorkloadDefinition define(P parameters);

    /** Opens the resources that users of an agent share. Called once per agent and workload, before any user starts. */
    WorkloadSession open(WorkloadContext<P> context) throws Exception;

    /** The data set of the workload, {@link DataSet#NONE} for a workload without data. Called in the controller. */
    default DataSet dataSet(WorkloadContext<P> context) throws Exception {
        return DataSet.NONE;
    }
}
