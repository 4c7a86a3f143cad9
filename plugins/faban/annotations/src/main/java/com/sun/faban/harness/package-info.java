// SPDX-License-Identifier: Apache-2.0

/** Hooks of a benchmark around its run. */
@NullMarked
package com.sun.faban.harness;

import org.jspecify.annotations.NullMarked;
