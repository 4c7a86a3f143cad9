// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

/**
 * A tag.
 *
 * @param uses events that have it
 */
public record Tag(String name, int uses) {}
