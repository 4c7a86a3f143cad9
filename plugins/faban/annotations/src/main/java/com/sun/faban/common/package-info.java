// SPDX-License-Identifier: Apache-2.0

/** Tables of a driver's own results. */
@NullMarked
package com.sun.faban.common;

import org.jspecify.annotations.NullMarked;
