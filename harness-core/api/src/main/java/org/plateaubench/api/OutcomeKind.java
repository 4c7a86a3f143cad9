// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

/** The kind of outcome of one operation. */
public enum OutcomeKind {
    /** Succeeded. */
    OK,
    /** An expected business refusal, such as a rollback for lack of stock. */
    DECLINED,
    /** Failed; has an error class. */
    ERROR,
    /** Still running at the drain deadline, or due but never started. Only the harness assigns it. */
    ABANDONED,
    /** An arrival of open load when the queue was full. Only the harness assigns it. */
    DROPPED
}
