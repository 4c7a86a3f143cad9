// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/**
 * A tag.
 *
 * @param uses number of events with the tag
 */
public record Tag(String name, int uses) {}
