// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.time.Instant;

/**
 * A comment on an event.
 *
 * @param rating 1 to 5
 */
public record Comment(int id, PersonLink author, String text, int rating, Instant createdAt) {}
