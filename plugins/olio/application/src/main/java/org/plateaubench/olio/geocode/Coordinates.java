// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

/**
 * A place on earth.
 *
 * @param latitude degrees north, -90 to 90
 * @param longitude degrees east, -180 to 180
 */
public record Coordinates(double latitude, double longitude) {}
