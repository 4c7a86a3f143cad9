// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

/** The direction of a figure that is better. */
public enum Better {
    HIGHER,
    LOWER
}
