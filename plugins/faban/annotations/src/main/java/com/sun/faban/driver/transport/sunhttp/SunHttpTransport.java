// SPDX-License-Identifier: Apache-2.0
package com.sun.faban.driver.transport.sunhttp;

import com.sun.faban.driver.HttpTransport;

/** Plateau's transport under the name of a class of Faban. */
public class SunHttpTransport extends HttpTransport {}
