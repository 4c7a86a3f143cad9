// SPDX-License-Identifier: Apache-2.0

/** What drivers of Faban's programming interface compile against, for running on Plateau. */
@NullMarked
package com.sun.faban.driver;

import org.jspecify.annotations.NullMarked;
