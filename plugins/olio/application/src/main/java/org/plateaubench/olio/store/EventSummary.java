// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.time.Instant;

/**
 * An event as lists show it.
 *
 * @param id number of the row and of the picture
 * @param startsAt when it takes place
 */
public record EventSummary(int id, String title, String summary, Instant startsAt) {}
