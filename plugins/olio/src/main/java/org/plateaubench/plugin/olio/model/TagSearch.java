// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

/** How the tag of a search is chosen. */
public enum TagSearch {
    /** Tags as the profile draws them. */
    BY_PROFILE,
    /** Every tag with equal probability, as in the drivers of 2012: nearly half of the searches find nothing. */
    UNIFORM,
    /** Tags by the distribution of those of events, as in Olio's description. */
    EXPONENTIAL
}
