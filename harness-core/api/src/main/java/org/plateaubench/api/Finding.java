// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * A problem or note that a check has found.
 *
 * @param severity whether a run can continue
 * @param message the finding, one sentence
 * @param remedy the remedy, one sentence; empty for none
 * @param parameter name of the parameter concerned, by which the position in the run file is found; empty if the
 *     finding concerns no parameter or several
 */
public record Finding(Severity severity, String message, String remedy, String parameter) {

    /** Whether a run can continue. */
    public enum Severity {
        /** Kept in the run and shown in the report. */
        NOTE,
        /** The run is not started. */
        PROBLEM
    }

    /** A finding that prevents the run. */
    public static Finding problem(String message, String remedy) {
        return new Finding(Severity.PROBLEM, message, remedy, "");
    }

    /** A finding that the report shows. */
    public static Finding note(String message) {
        return new Finding(Severity.NOTE, message, "", "");
    }

    /** This finding, related to the given parameter. */
    public Finding about(String name) {
        return new Finding(severity, message, remedy, name);
    }

    /** Message and remedy in one line. */
    @Override
    public String toString() {
        return remedy.isEmpty() ? message : message + " " + remedy;
    }
}
