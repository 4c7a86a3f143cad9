// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.geocode;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.plateaubench.olio.geocode.Geocoder.Coordinates;
import org.plateaubench.olio.geocode.Geocoder.Place;

/**
 * Coordinates computed from the address alone: the same address, in any case, always gives the same coordinates. They
 * are not the real ones.
 */
public final class AddressGeocoder implements Geocoder {
    /** Greatest latitude, in degrees: between the polar circles, as in the loaded data. */
    private static final double LATITUDE_AT_MOST = 66.56;

    private static final double LONGITUDE_AT_MOST = 180;
    private static final double RANGE = 1L << 32;
    private static final double DECIMALS = 10_000;

    @Override
    public Coordinates locate(Place place) {
        String address = String.join("\n", place.street(), place.city(), place.state(), place.zip());
        byte[] bytes = address.strip().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8);
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        double latitude = within(checksum.getValue(), LATITUDE_AT_MOST);
        checksum.update(bytes);
        checksum.update('e');
        return new Coordinates(latitude, within(checksum.getValue(), LONGITUDE_AT_MOST));
    }

    private static double within(long checksum, double atMost) {
        return Math.round((checksum / RANGE * 2 - 1) * atMost * DECIMALS) / DECIMALS;
    }
}
