// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

/** A part of a template: literal text, a variable, or a value of a data source. Thread-safe. */
public interface Part {
    /** Appends the text for a user's current unit. Allocates nothing unless the text comes from a failure. */
    void append(Values values, StringBuilder out) throws StepFailure;
}
