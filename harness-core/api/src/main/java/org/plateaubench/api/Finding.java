// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/**
 * The result of a check.
 *
 * @param severity whether a run can continue
 * @param message the result, a sentence
 * @param remedy remedy, a sentence; empty for none
 * @param parameter name of the parameter it is about, so that it can be located in a file; empty when it is about none
 *     or several
 */
public record Finding(Severity severity, String message, String remedy, String parameter) {

    /** Whether a run can continue. */
    public enum Severity {
        /** Kept in the run and shown in the report. */
        NOTE,
        /** The run is not started. */
        PROBLEM
    }

    /** A finding that stops the run. */
    public static Finding problem(String message, String remedy) {
        return new Finding(Severity.PROBLEM, message, remedy, "");
    }

    /** A finding that the report shows. */
    public static Finding note(String message) {
        return new Finding(Severity.NOTE, message, "", "");
    }

    /** This finding, about one parameter. */
    public Finding about(String name) {
        return new Finding(severity, message, remedy, name);
    }

    /** Message and remedy in one line. */
    @Override
    public String toString() {
        return remedy.isEmpty() ? message : message + " " + remedy;
    }
}
