// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.time.Instant;

/**
 * An event in lists.
 *
 * @param id number of the row and of the picture
 * @param startsAt start of the event
 */
public record EventSummary(int id, String title, String summary, Instant startsAt) {}
