// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.net.URI;
import org.plateaubench.olio.geocode.AddressGeocoder;
import org.plateaubench.olio.geocode.Geocoder;
import org.plateaubench.olio.geocode.HttpGeocoder;

/** The geocoder to use. */
public sealed interface GeocoderChoice {
    /** The site's own service, over HTTP as in Olio. */
    record Own() implements GeocoderChoice {}

    /** No service: the coordinates are computed in this process. */
    record InProcess() implements GeocoderChoice {}

    /** A service at another address. */
    record Elsewhere(URI service) implements GeocoderChoice {}

    /**
     * Parses a setting: {@code own}, {@code process}, or the address of a service.
     *
     * @throws IllegalArgumentException for anything else
     */
    static GeocoderChoice of(String setting) {
        return switch (setting) {
            case "own" -> new Own();
            case "process" -> new InProcess();
            default -> {
                if (!setting.startsWith("http://") && !setting.startsWith("https://")) {
                    throw new IllegalArgumentException(
                            "the geocoder is own, process, or an address that begins with http: " + setting);
                }
                yield new Elsewhere(URI.create(setting));
            }
        };
    }

    /**
     * Opens the geocoder.
     *
     * @param own address of the site's own service
     */
    default Geocoder open(URI own) {
        return switch (this) {
            case Own choice -> new HttpGeocoder(own);
            case InProcess choice -> new AddressGeocoder();
            case Elsewhere choice -> new HttpGeocoder(choice.service());
        };
    }
}
