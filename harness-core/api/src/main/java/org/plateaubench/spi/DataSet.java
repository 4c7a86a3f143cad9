// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;

/**
 * The data of a workload in its SUT. Used by one thread at a time; long work ends early when that thread is
 * interrupted.
 */
public interface DataSet {
    /** The data set of a workload without data. */
    DataSet NONE = new DataSet() {
        @Override
        public Optional<Map<String, String>> baseline() {
            return Optional.of(Map.of());
        }
    };

    /**
     * Checks the SUT before anything is changed: whether it is reachable, allowed and large enough.
     *
     * @param policy the policy that {@link #prepare} will get; data that it would refuse to use is reported as a
     *     problem, data that it will replace at most as a note
     */
    default List<Finding> preflight(DataPolicy policy) throws Exception {
        return List.of();
    }

    /** Prepares the data. Changes only data that carries Plateau's marker. */
    default void prepare(DataPolicy policy, Progress progress) throws Exception {}

    /** Removes the data, if it carries Plateau's marker. */
    default void clear(Progress progress) throws Exception {}

    /** Checks the data once more, after {@link #prepare}: row counts, leftovers. */
    default List<Finding> verify() throws Exception {
        return List.of();
    }

    /**
     * The incarnations of the servers of this data. Called after {@link #verify} and again before {@link #reconcile}:
     * if they differ, sums are not compared. Empty if the SUT does not report them.
     */
    default List<SutIncarnation> incarnations() throws Exception {
        return List.of();
    }

    /**
     * What {@link #reconcile} needs to know about the time before the load: at most 10,000 entries and 1 MB of text.
     * Called after {@link #verify}, and stored with the run as it is, so it must not contain a secret. If the process
     * that prepared the data is killed, another process uses it to reconcile, and calls {@link #resume} in place of
     * {@link #prepare} and {@link #verify}. Empty if another process cannot reconcile; an empty map if nothing is
     * needed.
     */
    default Optional<Map<String, String>> baseline() throws Exception {
        return Optional.empty();
    }

    /**
     * Takes the place of {@link #prepare} and {@link #verify} in another process; changes nothing in the SUT.
     *
     * @param baseline what {@link #baseline} returned
     */
    default void resume(Map<String, String> baseline) throws Exception {}

    /** Compares what the SUT holds with what was sent, after the drain. */
    default List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        return List.of();
    }

    /** Releases everything. Called once. */
    default void close() throws Exception {}
}
