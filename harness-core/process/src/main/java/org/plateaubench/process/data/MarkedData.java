// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.data;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.Reconciliation;
import org.plateaubench.spi.SentTotals;

/** The part of a {@link MarkedDataSet} that a workload implements: one session with the SUT. Used by one thread. */
public interface MarkedData extends AutoCloseable {
    /** The work that is done on the data. Each kind includes the changes of the kinds before it. */
    enum Work {
        /** The data is complete, and only the run changes it. */
        USE,
        /** The changes of earlier runs are undone. */
        RESTORE,
        /** An interrupted load is continued. */
        RESUME,
        /** Existing data is removed, and the data is loaded. */
        LOAD,
        /** The data is removed. */
        CLEAR
    }

    /** A place that has its own marker (empty if it has none), such as a schema, and the work on it. */
    record Task(String place, Optional<DataMarker> marker, Work work) {}

    /** Returns the marker that the complete data of this run has. */
    DataMarker wanted() throws Exception;

    /** Returns every place that a marker may be in, with the marker that is found. At least one. */
    Map<String, Optional<DataMarker>> markers() throws Exception;

    /** Writes the marker to every place, replacing an earlier one. Does nothing if the SUT itself writes the marker. */
    default void mark(DataMarker marker) throws Exception {}

    /** Removes the marker, after which the place is no longer Plateau's. */
    default void unmark() throws Exception {}

    void load(Progress progress) throws Exception;

    /** Returns whether {@link #load} continues an interrupted load of the same data instead of starting over. */
    default boolean continuesLoad() throws Exception {
        return false;
    }

    /** Restores the loaded state; an interrupt leaves either state. False if the data must be loaded again. */
    default boolean restore(Progress progress) throws Exception {
        return false;
    }

    /** Removes the existing data, except for the marker. */
    void clear(Progress progress) throws Exception;

    /** Restricts {@link #mark}, {@link #clear} and {@link #unmark} to some of the places. */
    default void restrictTo(List<String> places) {}

    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }

    /** Runs the removal of data, in one transaction where the SUT has them. */
    default void remove(Step removal) throws Exception {
        removal.run();
    }

    /** Does the work of each place separately; returns false if all places are treated as one. */
    default boolean carryOut(List<Task> tasks, Progress progress) throws Exception {
        return false;
    }

    /**
     * Returns a problem for data of others that the work would change, remove or collide with, and a note if the user
     * has adopted it or the SUT may hide such data.
     */
    default List<Finding> foreign(List<Task> tasks) throws Exception {
        return List.of();
    }

    /** Returns whether the user has named the place, so that data of other owners may be replaced. */
    default boolean isAdopted() {
        return false;
    }

    default String remedyOfForeign() {
        return "Give this workload a place of its own.";
    }

    /** Checks before any change whether the SUT has the rights, settings and space that the work needs. */
    default List<Finding> inspect(List<Task> tasks) throws Exception {
        return List.of();
    }

    /** Compares complete data with the loaded data; {@code isFresh} if nothing has used it since the load. */
    default List<Finding> check(boolean isFresh) throws Exception {
        return List.of();
    }

    /** Describes the complete data, as {@link MarkedDataSet#describe} does. Called after {@link #check}. */
    default DataDescription describe() throws Exception {
        return DataDescription.NONE;
    }

    /** The figures before the load that {@link #reconcile} needs. Called after {@link #check}. */
    Map<String, String> count() throws Exception;

    /** Compares the data with the operations acknowledged since {@link #count} returned {@code before}. */
    List<Reconciliation> reconcile(Map<String, String> before, SentTotals sent) throws Exception;

    @Override
    default void close() throws IOException {}
}
