// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Finding;

/**
 * The data of a workload in its SUT. Used by one thread at a time. Methods that may take long must end early when that
 * thread is interrupted.
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
     * Checks before any change whether the SUT is reachable and large enough, and whether its data may be changed.
     *
     * @param policy the policy that {@link #prepare} will receive. Data that {@code prepare} would refuse is reported
     *     as a problem; data that it will replace is reported at most as a note
     */
    default List<Finding> preflight(DataPolicy policy) throws Exception {
        return List.of();
    }

    /** Prepares the data. Must change only data that has Plateau's marker. */
    default void prepare(DataPolicy policy, Progress progress) throws Exception {}

    /** Removes the data if it has Plateau's marker. */
    default void clear(Progress progress) throws Exception {}

    /** Checks the data after {@link #prepare}, for example the numbers of rows. */
    default List<Finding> verify() throws Exception {
        return List.of();
    }

    /**
     * The incarnations of the servers that hold the data. Called after {@link #verify} and again before {@link
     * #reconcile}; if they differ, sums are not compared. Empty if the SUT does not report them.
     */
    default List<SutIncarnation> incarnations() throws Exception {
        return List.of();
    }

    /**
     * Describes the data and the settings of its servers. Called after {@link #verify}; stored in the environment of the
     * run, and compared with that of other runs.
     */
    default DataDescription describe() throws Exception {
        return DataDescription.NONE;
    }

    /**
     * The state before the load that {@link #reconcile} needs, at most a few thousand short entries. Called after
     * {@link #verify} and stored with the run unchanged, so it must not contain secrets. If the process that prepared
     * the data is killed, another process reconciles: it passes this state to {@link #resume} instead of calling {@link
     * #prepare} and {@link #verify}. Returns an empty optional if another process cannot reconcile, and an empty map if
     * no state is needed.
     */
    default Optional<Map<String, String>> baseline() throws Exception {
        return Optional.empty();
    }

    /** Called in another process instead of {@link #prepare} and {@link #verify}. Must not change the SUT. */
    default void resume(Map<String, String> baseline) throws Exception {}

    /** Compares the content of the SUT with the acknowledged operations, after the drain. */
    default List<Reconciliation> reconcile(SentTotals sent) throws Exception {
        return List.of();
    }

    /** Releases all resources. Called once. */
    default void close() throws Exception {}
}
