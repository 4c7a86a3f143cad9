// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;

/**
 * The data of a workload in its SUT. Used by one thread at a time; long work ends early when that thread is
 * interrupted.
 */
public interface DataSet {
    /** The data set of a workload without data. */
    DataSet NONE = new DataSet() {};

    /**
     * Checks the SUT before anything is changed: whether it is reachable, allowed and large enough.
     *
     * @param policy the policy that {@link #prepare} will get; data that it would refuse to use is a problem here, data
     *     that it will replace at most a note
     */
    default List<Finding> preflight(DataPolicy policy) throws Exception {
        return List.of();
    }

    /** Prepares the data. Changes only data that carries our marker. */
    default void prepare(DataPolicy policy, Progress progress) throws Exception {}

    /** Removes the data, if it carries our marker. */
    default void clear(Progress progress) throws Exception {}

    /** Checks the data once more, after {@link #prepare}: row counts, leftovers. */
    default List<Finding> verify() throws Exception {
        return List.of();
    }

    /**
     * The incarnations of the servers of this data. Called after {@link #verify} and again before {@link #reconcile}:
     * where they differ, sums are not compared. Empty where the SUT does not report them.
     */
    default List<SutIncarnation> incarnations() throws Exception {
        return List.of();
    }

    /** Compares what the SUT holds with what was sent, after the drain. */
    default List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        return List.of();
    }

    /** Releases everything. Called once. */
    default void close() throws Exception {}
}
