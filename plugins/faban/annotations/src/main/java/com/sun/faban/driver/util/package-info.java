// SPDX-License-Identifier: Apache-2.0

/** The random values of a driver. */
@NullMarked
package com.sun.faban.driver.util;

import org.jspecify.annotations.NullMarked;
