// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver.transport.hc3;

import com.sun.faban.driver.HttpTransport;

/** Plateau's transport under a name of Faban's. */
public class ApacheHC3Transport extends HttpTransport {
    /** Creates a transport of the calling user. */
    public ApacheHC3Transport() {}
}
