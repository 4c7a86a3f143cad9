// SPDX-License-Identifier: Apache-2.0

/** Faban's programming interface, against which drivers compile that run on Plateau. */
@NullMarked
package com.sun.faban.driver;

import org.jspecify.annotations.NullMarked;
