// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.model;

/** How the tag of a search is chosen. */
public enum TagSearch {
    /** As the profile has it. */
    BY_PROFILE,
    /** Every tag as likely, as the drivers of 2012 do it: nearly half of the searches find nothing. */
    UNIFORM,
    /** As the tags of events are drawn, as the description of Olio says. */
    EXPONENTIAL
}
